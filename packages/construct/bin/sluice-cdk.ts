#!/usr/bin/env node
// The commands of the package. Each loads its own code only.

const commands: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  operator: async (args) => (await import('../operator/operator-command.ts')).operatorCommand(args),
  preflight: async (args) => (await import('../../../bin/preflight/preflight-command.ts')).preflightCommand(args),
  proxy: async (args) => (await import('../proxy/proxy-command.ts')).proxyCommand(args),
};

const help = `The commands of sluice-cdk:

  sluice-cdk operator   manages accounts, keys and plans by a function of the gateway
  sluice-cdk preflight  asks AWS what the deployment of synthesized stacks would fail at
  sluice-cdk proxy      adds the key to requests of tools that cannot send a header

  sluice-cdk COMMAND --help   its options
`;

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command) process.exitCode = await command(args);
else if (name === '--help') process.stdout.write(help);
else {
  process.stderr.write(name === '' ? help : `Unknown command ${JSON.stringify(name)}.\n\n${help}`);
  process.exitCode = 2;
}
