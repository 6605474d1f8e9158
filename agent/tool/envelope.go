package tool

import (
	"strings"

	"github.com/toktee/toktee/internal/text/words"
)

// parseEnvelope reads a patch in the form that some models were trained on. A section for each file, whose hunks have
// no line numbers:
//
//	*** Begin Patch
//	*** Add File: new.txt
//	+hello
//	*** Update File: a.go
//	*** Move to: b.go
//	@@ func main() {
//	 	context
//	-	old
//	+	new
//	*** Delete File: gone.txt
//	*** End Patch
//
// Text around it, such as a shell's here-document, is ignored.
func parseEnvelope(lines []string) ([]filePatch, error) {
	for strings.TrimSpace(lines[0]) != "*** Begin Patch" {
		if lines = lines[1:]; len(lines) == 0 {
			return nil, badInput("*** Begin Patch isn't a line of its own")
		}
	}
	var patches []filePatch
	for i := 1; i < len(lines); {
		switch strings.TrimSpace(lines[i]) {
		case "*** End Patch":
			return patches, nil
		case "":
			i++
			continue
		}
		n := sectionLength(lines[i+1:])
		p, err := parseSection(lines[i], lines[i+1:i+1+n], i+1)
		if err != nil {
			return nil, err
		}
		patches = append(patches, p)
		i += 1 + n
	}
	return nil, badInput("the patch has no *** End Patch: a part of it may be missing")
}

const (
	moveTo    = "*** Move to: "
	endOfFile = "*** End of File"
)

// sectionLength returns how many of the lines below a section's heading belong to it.
func sectionLength(lines []string) (n int) {
	if len(lines) > 0 && strings.HasPrefix(lines[0], moveTo) {
		n++
	}
	for n < len(lines) && !isHeading(lines[n]) {
		n++
	}
	return n
}

// isHeading reports whether a line is one of the envelope's own, and not the mark of a hunk at the end of its file.
func isHeading(line string) bool {
	return strings.HasPrefix(line, "*** ") && strings.TrimSpace(line) != endOfFile
}

// parseSection reads an envelope's part about one file: a heading, which is line number of the envelope, and its body.
func parseSection(heading string, body []string, number int) (filePatch, error) {
	action, path, found := strings.Cut(strings.TrimSpace(heading), ": ")
	path = strings.TrimSpace(path)
	if !found || path == "" {
		return filePatch{}, badInput("line %d of the patch: %q: "+
			"want *** Add File, *** Update File or *** Delete File with a path", number, words.Cut(heading, 80))
	}
	switch action {
	case "*** Add File":
		content, err := addedContent(body, number+1)
		return filePatch{to: path, content: content}, err
	case "*** Delete File":
		if !blank(body) {
			return filePatch{}, badInput("line %d of the patch: want nothing below *** Delete File", number+1)
		}
		return filePatch{from: path}, nil
	case "*** Update File":
		return parseUpdate(path, body, number+1)
	}
	return filePatch{}, badInput("line %d of the patch: %q: want *** Add File, *** Update File or *** Delete File",
		number, words.Cut(heading, 80))
}

// blank reports whether lines hold nothing but white space.
func blank(lines []string) bool { return strings.TrimSpace(strings.Join(lines, "")) == "" }

// addedContent reads the content of a new file. The first line of the body is line number of the envelope.
func addedContent(body []string, number int) (string, error) {
	var b strings.Builder
	for i, l := range body {
		if l == "" && blank(body[i:]) {
			break // empty lines before the next file
		}
		text, ok := strings.CutPrefix(l, "+")
		if !ok {
			return "", badInput("line %d of the patch: %q: want a + before each line of a new file",
				number+i, words.Cut(l, 80))
		}
		b.WriteString(text + "\n")
	}
	return b.String(), nil
}

// parseUpdate reads the changes of a file. The first line of the body is line number of the envelope.
func parseUpdate(path string, body []string, number int) (filePatch, error) {
	p := filePatch{from: path, to: path}
	if len(body) > 0 && strings.HasPrefix(body[0], moveTo) {
		p.to = strings.TrimSpace(strings.TrimPrefix(body[0], moveTo))
		body, number = body[1:], number+1
	}
	var err error
	if p.hunks, err = envelopeHunks(body, number); err != nil {
		return p, err
	}
	if len(p.hunks) == 0 && p.to == p.from {
		return p, badInput("%s: nothing is changed below *** Update File", path)
	}
	return p, nil
}

// envelopeHunks reads the hunks of a file. A line after @@ is an anchor: a line of the file that comes somewhere
// before the hunk. Several anchors come one after the other.
func envelopeHunks(body []string, number int) ([]hunk, error) {
	var hunks []hunk
	ended := true // the last hunk of the list
	current := func() *hunk {
		if ended {
			hunks = append(hunks, hunk{header: "@@"})
			ended = false
		}
		return &hunks[len(hunks)-1]
	}
	for i, l := range body {
		switch {
		case strings.HasPrefix(l, "@@"):
			ended = ended || len(current().ops) > 0
			current().addAnchor(strings.TrimSpace(l))
		case strings.TrimSpace(l) == endOfFile:
			current().atEnd = true
			ended = true
		case l == "" && blank(body[i:]):
			return withLines(hunks), nil // empty lines before the next file
		case l == "", l[0] == ' ', l[0] == '+', l[0] == '-':
			h := current()
			h.ops = append(h.ops, newOp(l))
		default:
			return nil, badInput("line %d of the patch: %q: want a line that begins with a space, + or -, or @@",
				number+i, words.Cut(l, 80))
		}
	}
	return withLines(hunks), nil
}

// addAnchor adds the anchor of a line "@@ anchor", of "@@ anchor @@", or none of "@@".
func (h *hunk) addAnchor(header string) {
	anchor := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(header, "@@"), "@@"))
	if anchor != "" {
		h.anchor = append(h.anchor, anchor)
		h.header = header
	}
}

// withLines returns the hunks that have lines.
func withLines(hunks []hunk) (list []hunk) {
	for _, h := range hunks {
		if len(h.ops) > 0 {
			list = append(list, h)
		}
	}
	return list
}
