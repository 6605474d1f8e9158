package toolname

// Family is a kind of tool, such as search or read, whatever its name is.
type Family string

// The families.
const (
	FamilySearch Family = "search"
	FamilyList   Family = "list"
	FamilyEdit   Family = "edit" // edits, patches and diffs
	FamilyExec   Family = "exec"
	FamilyRead   Family = "read"
	FamilyProse  Family = "prose" // a sub-agent's answer, a fetched page
	FamilyOther  Family = "other"
)
