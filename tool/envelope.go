package tool

import "strings"

// parseEnvelope reads what stands between *** Begin Patch and *** End Patch. What stands around it, such as a shell's
// here-document, is of no concern.
func parseEnvelope(lines []string) ([]filePatch, error) {
	for strings.TrimSpace(lines[0]) != "*** Begin Patch" {
		if lines = lines[1:]; len(lines) == 0 {
			return nil, badInput("*** Begin Patch isn't a line of its own")
		}
	}
	var patches []filePatch
	for i := 1; i < len(lines); {
		head, path, isHead := strings.Cut(strings.TrimSpace(lines[i]), ": ")
		path = strings.TrimSpace(path)
		switch {
		case strings.TrimSpace(lines[i]) == "*** End Patch":
			return patches, nil
		case strings.TrimSpace(lines[i]) == "":
			i++
			continue
		case !isHead || path == "":
			return nil, badInput("line %d of the patch: %q: want *** Add File, *** Update File or *** Delete File with a path", i+1, cut(lines[i], 80))
		}
		body := lines[i+1:]
		n := 0
		for n < len(body) && (!strings.HasPrefix(body[n], "*** ") || strings.TrimSpace(body[n]) == "*** End of File" || n == 0 && strings.HasPrefix(body[n], "*** Move to: ")) {
			n++
		}
		body = body[:n]
		p := filePatch{from: path, to: path}
		var err error
		switch head {
		case "*** Add File":
			p.from = ""
			p.content, err = added(body, i+2)
		case "*** Delete File":
			p.to = ""
			if strings.TrimSpace(strings.Join(body, "")) != "" {
				err = badInput("line %d of the patch: want nothing below *** Delete File", i+2)
			}
		case "*** Update File":
			if n > 0 && strings.HasPrefix(body[0], "*** Move to: ") {
				p.to = strings.TrimSpace(strings.TrimPrefix(body[0], "*** Move to: "))
				body = body[1:]
			}
			p.hunks, err = envelopeHunks(body, i+2)
			if err == nil && len(p.hunks) == 0 && p.to == p.from {
				err = badInput("%s: nothing is changed below *** Update File", path)
			}
		default:
			err = badInput("line %d of the patch: %q: want *** Add File, *** Update File or *** Delete File", i+1, cut(lines[i], 80))
		}
		if err != nil {
			return nil, err
		}
		patches = append(patches, p)
		i += 1 + n
	}
	return nil, badInput("the patch has no *** End Patch: a part of it may be missing")
}

// added is the content of a new file. number is that of the first line in the patch.
func added(body []string, number int) (string, error) {
	var b strings.Builder
	for i, l := range body {
		if l == "" && strings.TrimSpace(strings.Join(body[i:], "")) == "" {
			break // empty lines before the next file
		}
		text, ok := strings.CutPrefix(l, "+")
		if !ok {
			return "", badInput("line %d of the patch: %q: want a + before each line of a new file", number+i, cut(l, 80))
		}
		b.WriteString(text + "\n")
	}
	return b.String(), nil
}

// envelopeHunks are the hunks of a file. They have no line numbers: a line behind @@ stands somewhere above.
func envelopeHunks(body []string, number int) (hunks []hunk, err error) {
	var h *hunk
	open := func() *hunk {
		if h == nil {
			hunks = append(hunks, hunk{header: "@@"})
			h = &hunks[len(hunks)-1]
		}
		return h
	}
	for i, l := range body {
		switch {
		case strings.HasPrefix(l, "@@"):
			if h != nil && len(h.ops) > 0 {
				h = nil
			}
			anchor := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(strings.TrimPrefix(l, "@@")), "@@"))
			if open(); anchor != "" {
				h.anchor = append(h.anchor, anchor)
				h.header = strings.TrimSpace(l)
			}
		case strings.TrimSpace(l) == "*** End of File":
			open().atEnd = true
			h = nil
		case l == "" && strings.TrimSpace(strings.Join(body[i:], "")) == "":
			return finish(hunks), nil // empty lines before the next file
		case l == "", l[0] == ' ', l[0] == '+', l[0] == '-':
			o := open()
			o.ops = append(o.ops, newOp(l))
		default:
			return nil, badInput("line %d of the patch: %q: want a line that begins with a space, + or -, or @@", number+i, cut(l, 80))
		}
	}
	return finish(hunks), nil
}

// finish drops hunks that say nothing.
func finish(hunks []hunk) (list []hunk) {
	for _, h := range hunks {
		if len(h.ops) > 0 {
			list = append(list, h)
		}
	}
	return list
}
