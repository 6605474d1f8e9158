package repo

import "syscall"

func mtime(st *syscall.Stat_t) int64 { return st.Mtim.Nano() }

func ctime(st *syscall.Stat_t) int64 { return st.Ctim.Nano() }
