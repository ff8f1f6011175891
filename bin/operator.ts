import { exitCodeHelp, runProgram } from './command-errors.ts';
import { checkGatewayOptions } from './operator/choose-gateway.ts';
import { createContext } from './operator/command-context.ts';
import { commands } from './operator/commands.ts';
import { commandList } from './operator/find-command.ts';
import { runCommand } from './operator/run-command.ts';

const program = {
  name: 'npm run sluice --',
  gatewayUsage: '[--stage NAME | --stack NAME [--instance ID] | --port PORT] [--config PATH]',
  commands,
};

const help = `Manages accounts, keys and plans.

  npm run sluice -- COMMAND [options]

${commandList(program)}
  --stage NAME   use this deployed stage, with the AWS credentials and region of the environment
  --stack NAME   use an instance in another deployed stack (docs/construct.md)
  --instance ID  the id of its construct in that stack
  --port PORT    use the local gateway on this port, which npm start must be running   (default: 8545)
  --config PATH  the settings with the plans   (default: that of the local gateway, SLUICE_CONFIG, or sluice.config.ts)
  --json         print one line of JSON per account, key, plan, usage report or page, in the management API's shapes
  --help         after a command: its options

${exitCodeHelp}`;

await runProgram(async () => {
  const { output, exitCode } = await runCommand({ ...program, help }, process.argv.slice(2), ({ command }, values) => {
    checkGatewayOptions(values);
    return createContext(command, values);
  });
  process.stdout.write(output);
  return exitCode;
});
