package main

import (
	"fmt"
	"math/bits"
	"sort"
)

// A perfect hash gives each of a fixed set of 64-bit hashes its own slot: the top bits of a hash name a group, and the
// group's displacement sends its members to free slots. A lookup reads one displacement and one slot.
type perfect struct {
	slots  int
	groups []uint8 // displacements; the number is a power of two
	taken  []int   // which of the hashes has the slot, or -1
}

const (
	displace = 0x2545F491
	scatter  = 0x9E3779B1
)

// slot returns the slot of a hash whose group has the displacement d. It must be the same as in package tokens.
func (p *perfect) slot(h uint64, d uint8) int {
	return int(uint64((uint32(h>>14)^uint32(d)*displace)*scatter) * uint64(p.slots) >> 32)
}

// group returns the group of a hash, by its top bits.
func (p *perfect) group(h uint64) int {
	return int(h >> (64 - bits.TrailingZeros(uint(len(p.groups)))))
}

// newPerfect places the hashes, the largest groups first. A fifth more slots than hashes and two to four hashes a group
// make the search for displacements succeed.
func newPerfect(hashes []uint64) (*perfect, error) {
	p := &perfect{slots: len(hashes) * 6 / 5}
	p.slots += p.slots & 1 // so that slots of four bytes fill words of eight
	p.groups = make([]uint8, 1<<bits.Len(uint(len(hashes)/4)))
	p.taken = make([]int, p.slots)
	for i := range p.taken {
		p.taken[i] = -1
	}
	members := make([][]int, len(p.groups))
	order := make([]int, len(p.groups))
	for i, h := range hashes {
		members[p.group(h)] = append(members[p.group(h)], i)
	}
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return len(members[order[i]]) > len(members[order[j]]) })
	for _, g := range order {
		if !p.settle(g, members[g], hashes) {
			return nil, fmt.Errorf("no displacement fits the %d members of group %d", len(members[g]), g)
		}
	}
	return p, nil
}

// settle finds a displacement that sends the members of a group to free slots. It reports whether there is one.
func (p *perfect) settle(g int, members []int, hashes []uint64) bool {
	for d := range 256 {
		placed := 0
		for _, i := range members {
			s := p.slot(hashes[i], uint8(d))
			if p.taken[s] >= 0 {
				break
			}
			p.taken[s] = i
			placed++
		}
		if placed == len(members) {
			p.groups[g] = uint8(d)
			return true
		}
		for _, i := range members[:placed] {
			p.taken[p.slot(hashes[i], uint8(d))] = -1
		}
	}
	return false
}
