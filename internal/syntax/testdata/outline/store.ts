import { EventEmitter } from 'node:events';
import type { Reader } from './reader';

export type Key = string | number;

export interface Entry<T> {
  key: Key;
  value: T;
  touch(): void;
}

export enum Mode {
  Read,
  Write = 'w',
}

const enum Flag {
  On = 1,
}

declare function external(name: string): void;

export abstract class Store<T> extends EventEmitter {
  private readonly entries = new Map<Key, Entry<T>>();

  constructor(private readonly reader: Reader, public mode: Mode = Mode.Read) {
    super();
  }

  get size(): number {
    return this.entries.size;
  }

  abstract open(path: string): Promise<void>;

  public async load(
    path: string,
    options: { strict?: boolean } = {},
  ): Promise<Entry<T>[]> {
    const out: Entry<T>[] = [];
    return out;
  }

  protected static create<U>(): U {
    return undefined as unknown as U;
  }
}

export class MemoryStore extends Store<string> {
  async open(): Promise<void> {}

  find = (key: Key): Entry<string> | undefined => {
    return undefined;
  };
}

export namespace Keys {
  export function normalise(key: Key): string {
    return String(key);
  }
}

export const isKey = (x: unknown): x is Key => typeof x === 'string';

export default function create(): MemoryStore {
  return new MemoryStore(null as any);
}

function overload(a: string): string;
function overload(a: number): number;
function overload(a: any): any {
  return a;
}

export const LIMIT = 10;
