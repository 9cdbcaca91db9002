#!/usr/bin/env node
import { runProgram } from './cli/program.ts';

// stdout carries MCP in stdio mode: whatever a library prints goes to stderr.
console.log = console.error;
console.info = console.error;
console.debug = console.error;

process.exitCode = await runProgram({
  argv: process.argv,
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
});
