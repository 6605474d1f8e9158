package result

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// png is the smallest picture: one pixel.
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

func textBlock(text string) Block { return Block{Text: text} }

func imageBlock(mediaType, data string) Block { return Block{MediaType: mediaType, Data: data} }

func TestBlockRoundTrip(t *testing.T) {
	tests := []struct {
		name string
		b    Block
		want string
	}{
		{"text", textBlock("a < b"), `{"type":"text","text":"a < b"}`},
		{"empty text", textBlock(""), `{"type":"text","text":""}`},
		{"image", imageBlock("image/png", png), `{"type":"image","media_type":"image/png","data":"` + png + `"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := appendJSON(nil, tt.b)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			var back Block
			if err := json.Unmarshal(got, &back); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.b, back); diff != "" {
				t.Errorf("round trip mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestBlockUnmarshalRefuses(t *testing.T) {
	tests := []struct{ src, want string }{
		{`{"type":"audio"}`, `"audio"`},
		{`{}`, `""`},
		{`[]`, "decoding block"},
		{`{"type":"image","media_type":"image/png","data":"a b"}`, `"a b"`},
		{`{"type":"image","media_type":"image/png"}`, "empty"},
		{`{"type":"image","data":"` + png + `"}`, `media type ""`},
		{`{"type":"image","text":"a picture"}`, "no media type and no data"},
		{`{"type":"image","media_type":"x/y","data":"` + png + `"}`, `"x/y"`},
	}
	for _, tt := range tests {
		b := textBlock("before")
		err := json.Unmarshal([]byte(tt.src), &b)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one that names %s", tt.src, err, tt.want)
		}
		if b.Text != "before" {
			t.Errorf("%s: an error changed the block to %v", tt.src, b)
		}
	}
}

func TestBlocksOfResult(t *testing.T) {
	blocks := []Block{textBlock("one"), imageBlock("image/png", png), textBlock("two")}
	r := mustNew(t, Parts{Blocks: blocks})
	if got := r.LLMContent(); got != "one\ntwo" {
		t.Errorf("LLMContent() = %q", got)
	}
	if diff := cmp.Diff(blocks, r.Blocks()); diff != "" {
		t.Errorf("Blocks() mismatch (-want +got):\n%s", diff)
	}
	b := r.Blocks()[1]
	if !b.IsImage() || b != imageBlock("image/png", png) {
		t.Errorf("the image became %+v", b)
	}
	if same := mustNew(t, Parts{LLM: "one\ntwo", Blocks: blocks}); !same.Equal(r) {
		t.Error("saying the text of the blocks too makes another result")
	}
	for _, p := range []Parts{{LLM: "x"}, {LLM: "x", Blocks: []Block{}}} {
		if got := mustNew(t, p).Blocks(); got != nil {
			t.Errorf("plain text has blocks %v", got)
		}
	}
}
