'use strict';

import fs from 'node:fs';
import { sum, max as most } from './math.js';
const path = require('path');

const TAX = 0.19;
let counter = 0;

/** Adds up. */
export function total(items) {
  function price(item) {
    return item.price * (1 + TAX);
  }
  return sum(items.map(price));
}

async function load(file) {
  return JSON.parse(await fs.promises.readFile(path.resolve(file)));
}

function* ids() {
  while (true) yield counter++;
}

export const format = (n) => n.toFixed(2);

const parse = async (text) => {
  const lines = text.split('\n');
  return lines.map((l) => l.trim());
};

const legacy = function (a, b) {
  return a + b;
};

/**
 * A cart.
 */
export default class Cart extends Base {
  #items = [];
  static count = 0;

  constructor(owner) {
    super(owner);
    this.owner = owner;
  }

  get size() {
    return this.#items.length;
  }

  static of(...items) {
    const c = new Cart('x');
    items.forEach((i) => c.add(i));
    return c;
  }

  async add(item) {
    this.#items.push(item);
  }

  remove = (item) => {
    this.#items = this.#items.filter((i) => i !== item);
  };
}

class Base {
  constructor(owner) {}
}

const handlers = {
  open() {
    return 1;
  },
  close: function () {
    return 2;
  },
};

module.exports = { total, Cart };
