package desk

import "github.com/toktee/toktee/internal/host/config"

// Gateway is the command of the proxy between agents and the APIs of their models. It prints the URL for agents as soon
// as it serves. It starts GatewayWorker, which does the work; see cmd/toktee-desk/gateway.go. GatewayCheck tries a
// gateway, and prints a line.
const (
	Gateway       = "gateway"
	GatewayWorker = "gateway-worker"
	GatewayCheck  = "gateway-check"
)

// Gate has the options of the gateway.
type Gate struct {
	Flags config.Flags
	Addr  string // of this machine
	// Agent is the process of the agent that it serves, which is the parent: the gateway ends with it, and its token is
	// new. 0: it serves agents with the token of the store's folder, until it is stopped.
	Agent int
}
