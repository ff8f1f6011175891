import { commands } from './commands.ts';

// npm run lab -- NAME [ARGUMENTS]: starts a program that measures or attacks the gateway.

const [node = '', , name = '', ...args] = process.argv;

const list = Object.entries(commands).map(([each, { about }]) => `  ${each.padEnd(18)} ${about}`);
const help = ['Usage: npm run lab -- NAME [ARGUMENTS]', '', ...list, ''].join('\n');

async function start(command: (typeof commands)[string]): Promise<void> {
  for (const [variable, value] of Object.entries(command.variables ?? {})) process.env[variable] ??= value;
  process.argv = [node, name, ...(command.args ?? []), ...args];
  await command.start();
}

const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command) await start(command);
else if (name === '--help') process.stdout.write(help);
else {
  process.stderr.write(name === '' ? help : `There is no ${JSON.stringify(name)}.\n${help}`);
  process.exitCode = 1;
}
