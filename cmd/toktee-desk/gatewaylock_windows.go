package main

import "os"

// A gatewayLock does nothing: here, no process keeps a gateway for another.
type gatewayLock struct{ file *os.File }

func newGatewayLock(*os.File) gatewayLock { return gatewayLock{} }

func (gatewayLock) take() bool { return true }

func (gatewayLock) drop() {}

func (gatewayLock) taken() bool { return false }
