// Package abort lets a person, a script or a model ask runs to stop: a command under toktee, or an agent.
//
// A program calls [Begin] when a run begins, works with the context of [Run.Watch], and calls [Run.End]. Any other
// process asks the run to stop with [Request]. The context then ends with an [AbortError] as its cause, so whatever is
// under way stops as it does for any other reason.
//
// A request is a file whose text is the reason: .toktee/abort/ID for one run, .toktee/abort/all for all runs of a
// folder and of those below it. Any editor can write one. A run looks for requests in its working folder and in those
// above it. Nothing that a command prints is a request.
//
// # Who sees which request
//
// A request to all is for the runs that are there when it is written, and stays until each of them has ended. A run
// ignores one that was there before it, and removes it if no other run is left to see it; the same goes for requests to
// single runs whose process has ended. A run removes the requests to itself when it ends, however it ends. A run inside
// another one neither looks for requests nor removes any: the outer run stops both. The environment alone makes no run
// an inner one: its process must be inside the outer one's, which an id names by its pid and its start.
//
// The runs that are alive are listed in a register, a folder with a file for each; see [List]. All runs of a user
// share one: in $XDG_RUNTIME_DIR or, if that isn't set, in the folder for temporary files. Begin and End lock it where
// they must, so that runs of many processes can begin, end and be killed at any time. Runs with different registers,
// such as those of different users, don't know of each other: the first one to end removes a request to all.
//
// # Limits, cost and errors
//
// A program that runs many short commands uses [Prepare]: a run that is over within 25 ms costs no file.
// A run looks for requests every 100 ms. Each look costs two system calls for each folder, from the working folder to
// the root. A run costs a file in the register, and nothing else while there are no requests. Of a reason, 4 KiB are
// read; it is put on one line, without escape sequences and control characters.
//
// In a folder that everybody may write to, only a user's own requests count. A .toktee or .toktee/abort that is a
// symbolic link holds no requests: nothing that it points to is read, written or removed. Errors are reported to
// [Options.Warn] and keeps no run from running. If the register can't be used, requests to all are obeyed and left to
// be removed by others.
package abort
