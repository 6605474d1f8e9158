// Package jvm reads the output of Maven, Gradle and the compilers of Java and Kotlin.
package jvm

import (
	"github.com/toktee/toktee/strategies/programs/jvm/gradle"
	"github.com/toktee/toktee/strategies/programs/jvm/javac"
	"github.com/toktee/toktee/strategies/programs/jvm/maven"
	"github.com/toktee/toktee/strategies/report"
)

// Programs lists the programs of this package, in order of preference.
var Programs = []report.Program{maven.Program, gradle.Program, javac.Program}
