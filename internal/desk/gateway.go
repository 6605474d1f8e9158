package desk

import (
	"time"

	"github.com/toktee/toktee/internal/host/config"
)

// Gateway is the command of the proxy between agents and the APIs of their models. It prints the URL for agents as soon
// as it serves. It starts GatewayWorker, which does the work; see cmd/toktee-desk/gateway.go. GatewayCheck tries a
// gateway, and prints a line. GatewayURL prints the URL of an [Address].
const (
	Gateway       = "gateway"
	GatewayWorker = "gateway-worker"
	GatewayCheck  = "gateway-check"
	GatewayURL    = "gateway-url"
)

// Gate has the options of the gateway.
type Gate struct {
	Flags config.Flags
	Addr  string // of this machine
	// Agent is the process of the agent that it serves, see proc.Self: the gateway ends with it, and its token is new.
	// "": it serves agents with the token of the store's folder, until it is stopped.
	Agent string
	// Kept is set if it was started, perhaps again, by a shell that keeps its socket. The environment has its token.
	Kept   bool
	Keeper string // that shell
}

// Address is the address of this installation's gateway.
type Address struct {
	Port int           // 0 is one that is free
	Keep bool          // a token is made if there is none
	Wait time.Duration // for a gateway to answer there; 0 doesn't ask
}
