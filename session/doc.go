// Package session keeps a conversation between a person, a model and tools in a
// file that survives a crash or an abort, and builds what each provider is sent.
package session
