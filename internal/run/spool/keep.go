package spool

// segment is how many bytes become one zstd frame of the file. They are in memory until they are written, so that a
// failing disk loses none of them.
const segment = 1 << 20

// firstRoom is how many bytes memory grows to as any slice does. After that it grows once, to a whole segment.
const firstRoom = 32 << 10

// keep records the start of p and returns its length; 0 means that there is no room left.
func (s *Spool) keep(p []byte) int {
	if s.file == nil && s.failure == nil {
		if s.keepSmall(p) {
			return len(p)
		}
		s.spill()
	}
	if len(s.mem) == segment {
		s.flush()
	}
	n := min(len(p), segment-len(s.mem))
	if s.failure != nil {
		n = int(min(int64(n), s.maxMemory-int64(len(s.blocks))*segment-int64(len(s.mem))))
		if n <= 0 {
			return 0
		}
	}
	s.mem = append(s.mem, p[:n]...)
	return n
}

// keepSmall records p in memory if the whole recording is below the threshold then.
func (s *Spool) keepSmall(p []byte) bool {
	n := int(s.len) + len(p)
	if int64(n) > s.threshold {
		return false
	}
	if n > cap(s.mem) && n > firstRoom {
		s.mem = append(make([]byte, 0, max(n, segment)), s.mem...) // pages that aren't used cost nothing
	}
	s.mem = append(s.mem, p...)
	return true
}

// spill starts the file with the bytes in memory. It doesn't use that memory again, since callers may have it from
// Bytes.
func (s *Spool) spill() {
	mem := s.mem
	s.mem = make([]byte, 0, segment)
	s.file, s.failure = create(s.dir)
	for len(mem) > segment {
		s.put(mem[:segment:segment])
		mem = mem[segment:]
	}
	s.mem = append(s.mem, mem...)
}

// flush moves mem to the file, or to the blocks.
func (s *Spool) flush() {
	if s.put(s.mem) {
		s.mem = s.mem[:0]
	} else {
		s.mem = make([]byte, 0, segment)
	}
}

// put adds a segment to the file. If the file can't be written, now or since before, it keeps the slice as a block and
// reports false.
func (s *Spool) put(b []byte) bool {
	if s.tail != nil {
		s.tail.add(b)
		return true
	}
	if s.failure == nil {
		if s.failure = s.file.add(b); s.failure == nil && s.file.size >= s.maxFile/2 {
			s.tail = &tail{dir: s.dir, most: s.maxFile / 4}
		}
	}
	if s.failure != nil {
		s.blocks = append(s.blocks, b)
		return false
	}
	return true
}

// complete writes the last segment and frees what only writing needs.
func (s *Spool) complete() {
	if s.file == nil {
		return
	}
	if s.tail != nil {
		s.tail.add(s.mem)
		s.mem = nil
		s.failure = s.endTail()
	}
	if s.failure == nil && len(s.mem) > 0 {
		s.failure = s.file.add(s.mem)
		if s.failure == nil {
			s.mem = nil
		}
	}
	s.file.encoder, s.file.buf = nil, nil
}
