// Package sdktest checks against the providers' own libraries that the streams which agent/wiretest sends are real
// ones, that our clients read the same from them, and that the requests which our clients send are those of the
// libraries' types. It is a module of its own, so that toktee doesn't depend on them; its tests compile for minutes.
package sdktest
