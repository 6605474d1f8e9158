// Prints where the functions, classes and methods of JavaScript files end, for TestEnds. The names of the files come on
// stdin.
const acorn = require("internal/deps/acorn/acorn/dist/acorn"), fs = require("fs");
for (const name of fs.readFileSync(0, "utf8").trim().split("\n")) {
	let tree;
	for (const sourceType of ["script", "module"]) try {
		tree = acorn.parse(fs.readFileSync(name, "utf8"), {
			ecmaVersion: "latest", sourceType, locations: true, allowHashBang: true, allowReturnOutsideFunction: true});
		break;
	} catch (e) {}
	const say = (id, node) => console.log(JSON.stringify(
		{path: name, name: id.name ?? String(id.value), line: id.loc.start.line, end: node.loc.end.line}));
	const walk = n => {
		if (!n || typeof n !== "object") return;
		if (Array.isArray(n)) return n.forEach(walk);
		if ((n.type === "FunctionDeclaration" || n.type === "ClassDeclaration") && n.id) say(n.id, n);
		if (n.type === "MethodDefinition") say(n.key, n);
		for (const k in n) if (k !== "loc") walk(n[k]);
	};
	walk(tree);
}
