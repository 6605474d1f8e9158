package programs

import (
	"testing"

	"github.com/toktee/toktee/strategies"
)

func TestTsc(t *testing.T) {
	testParser(t, tsc, []parserCase{
		{
			name: "plain", id: "lint/tsc",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 7},
				Findings: []string{
					` | src/model.ts:4:3 | TS2322: Type 'string' is not assignable to type 'number'.`,
					` | src/shop.ts:2:22 | TS2307: Cannot find module './postage' or its corresponding type ` +
						`declarations.`,
					` | src/shop.ts:4:39 | TS2322: Type 'string' is not assignable to type 'number'.`,
					` | src/shop.ts:4:57 | TS2561: Object literal may only specify known properties, but 'nam' ` +
						`does not exist in type 'Item'. Did you mean to write 'name'?`,
					` | src/shop.ts:7:15 | TS18048: 'input' is possibly 'undefined'.`,
					` | src/shop.ts:7:42 | TS2339: Property 'toUpperCase' does not exist on type 'number'.`,
					` | src/shop.ts:8:9 | TS2322: Type '"wood"' is not assignable to type '"food" | "standard" | ` +
						`undefined'.`,
				},
			},
		},
		{
			name: "pretty", id: "lint/tsc-pretty",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 7},
				Findings: []string{
					` | src/model.ts:4:3 | TS2322: Type 'string' is not assignable to type 'number'.`,
					` | src/shop.ts:2:22 | TS2307: Cannot find module './postage' or its corresponding type ` +
						`declarations.`,
					` | src/shop.ts:4:39 | TS2322: Type 'string' is not assignable to type 'number'.`,
					` | src/shop.ts:4:57 | TS2561: Object literal may only specify known properties, but 'nam' ` +
						`does not exist in type 'Item'. Did you mean to write 'name'?`,
					` | src/shop.ts:7:15 | TS18048: 'input' is possibly 'undefined'.`,
					` | src/shop.ts:7:42 | TS2339: Property 'toUpperCase' does not exist on type 'number'.`,
					` | src/shop.ts:8:9 | TS2322: Type '"wood"' is not assignable to type '"food" | "standard" | ` +
						`undefined'.`,
				},
			},
		},
		{
			name: "one, pretty", id: "lint/tsc-one-error-pretty",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` | src/harbour.ts:4:3 | TS2322: Type 'number' is not assignable to type 'string'.`,
				},
			},
		},
		{
			name: "without a file", id: "lint/tsc-no-config",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` |  | TS5058: The specified path does not exist: '/home/dev/project/missing.json'.`,
				},
			},
		},
		{
			name: "watching", text: "[10:00:00 AM] File change detected. Starting incremental compilation...\n\n" +
				"[10:00:01 AM] Found 0 errors. Watching for file changes.",
			want: reported{
				Outcome: strategies.Pass,
			},
		},
		{
			name: "the head is missing", text: "a.ts(1,2): error TS2322: No.\n\nFound 3 errors in 2 files.",
			want: reported{Distrust: true},
		},
		{
			name: "more lines of a message", text: "a.ts(1,2): error TS2345: Argument of type 'boolean' is not " +
				"assignable.\n  Type 'boolean' is not assignable to type 'string'.\nDone.",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` | a.ts:1:2 | TS2345: Argument of type 'boolean' is not assignable.`,
				},
			},
		},
	})
}
