package toolname

import (
	"strings"
	"unicode"
)

// toolFamily looks a tool's name up.
func toolFamily(tool string) Family {
	name := plainName(tool)
	if f := familyOfName(name); f != FamilyOther {
		return f
	}
	last := name
	for _, sep := range [...]string{"__", ".", "/", ":"} {
		if i := strings.LastIndex(last, sep); i >= 0 {
			last = last[i+len(sep):]
		}
	}
	if last == name || strings.HasPrefix(name, "mcp") && isCommonWord(last) {
		return FamilyOther
	}
	return familyOfName(last)
}

// plainName is a tool's name in lower case, words joined by underscores: "git grep", "Git-Grep" and "git_grep" are one.
func plainName(s string) string {
	if len(s) > 200 {
		s = s[:200]
	}
	return strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' {
			return '_'
		}
		return unicode.ToLower(r)
	}, strings.TrimSpace(s))
}

// isCommonWord reports whether a name is too general for a tool of an MCP server to be known by it.
func isCommonWord(name string) bool {
	switch name {
	case "search", "find", "list", "ls", "read", "view", "open", "edit", "write", "create", "replace", "patch", "run",
		"exec", "execute", "task", "agent", "fetch", "terminal", "undo", "query":
		return true
	}
	return strings.HasPrefix(name, "mcp")
}

// familyOfName is the one table of tool names. It is a switch, so that nothing is built at start.
func familyOfName(name string) Family {
	switch name {
	case "grep", "rg", "ripgrep", "ag", "ack", "git_grep", "grep_file", "grep_files", "grep_search", "grep_code",
		"grep_tool", "greptool", "search", "search_file", "search_files", "search_dir", "search_code", "search_text",
		"search_in_files", "search_file_content", "code_search", "text_search", "regex_search", "ripgrep_search",
		"builtin_grep_search", "select_string":
		return FamilySearch
	case "read", "read_file", "readfile", "read_files", "read_many_files", "read_multiple_files", "read_text_file",
		"read_file_range", "cat", "view", "view_file", "view_line_range", "view_range", "open", "open_file", "goto",
		"scroll_up", "scroll_down", "notebookread", "notebook_read", "fs_read", "get_file", "get_file_content",
		"get_file_contents", "file_read", "builtin_read_file", "read_tool", "readtool", "show_file":
		return FamilyRead
	case "list", "ls", "list_files", "list_dir", "list_directory", "list_directory_with_sizes", "listfiles", "listdir",
		"dir", "directory_tree", "tree", "glob", "glob_files", "glob_tool", "globtool", "find", "find_file",
		"find_files", "find_path", "find_by_name", "file_search", "fd", "git_ls_files", "builtin_ls",
		"builtin_file_glob_search", "view_repo_map":
		return FamilyList
	case "edit", "edit_file", "editfile", "edit_files", "multiedit", "multi_edit", "multi_edit_file", "apply_patch",
		"applypatch", "apply_diff", "patch", "patch_file", "write", "write_file", "writefile", "write_to_file",
		"create", "create_file", "create_new_file", "new_file", "save_file", "replace", "replace_in_file",
		"replace_file_content", "replace_string_in_file", "multi_replace_string_in_file", "multi_replace_file_content",
		"search_replace", "insert", "insert_edit_into_file", "insert_content", "delete_file", "move_file",
		"rename_file", "notebookedit", "notebook_edit", "edit_notebook", "edit_notebook_file", "fs_write", "file_write",
		"file_edit", "text_editor", "undo_edit", "git_diff", "git_diff_staged", "git_diff_unstaged", "git_show", "diff",
		"propose_code", "builtin_edit_existing_file", "builtin_create_new_file":
		return FamilyEdit
	case "bash", "sh", "shell", "local_shell", "zsh", "powershell", "pwsh", "cmd", "exec", "exec_command",
		"execcommand", "execute", "execute_command", "execute_bash", "execute_code", "execute_ipython_cell",
		"execute_python", "write_stdin", "run", "run_command", "run_commands", "run_cmd", "run_pty_cmd", "run_shell",
		"run_shell_command", "run_terminal_cmd", "run_terminal_command", "run_in_terminal", "run_ipython", "run_tests",
		"run_code", "python", "ipython", "terminal", "console", "unified_exec", "container.exec", "bashoutput",
		"bash_output", "read_bash", "write_bash", "get_terminal_output", "terminal_last_command", "command_status",
		"launch_process", "read_process", "shell_command", "shell_exec", "killshell", "kill_shell",
		"builtin_run_terminal_command", "code_interpreter", "js_repl", "repl":
		return FamilyExec
	case "task", "agent", "subagent", "sub_agent", "dispatch_agent", "taskoutput", "task_output", "agentoutput",
		"agent_output", "todowrite", "todo_write", "todoread", "todo_read", "update_plan", "updateplan", "websearch",
		"web_search", "google_web_search", "webfetch", "web_fetch", "fetch", "fetch_url", "fetch_webpage", "read_url",
		"read_url_content", "browse", "exitplanmode", "exit_plan_mode", "enterplanmode", "askuserquestion",
		"ask_user_question", "ask_followup_question", "think", "thinking", "finish", "submit", "attempt_completion",
		"save_memory", "memory", "skill", "slashcommand", "oracle", "report_intent", "report_progress":
		return FamilyProse
	}
	if strings.HasPrefix(name, "str_replace") || strings.HasPrefix(name, "strreplace") {
		return FamilyEdit
	}
	return FamilyOther
}
