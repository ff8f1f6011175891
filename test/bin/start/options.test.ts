import { describe, expect, test } from '@jest/globals';
import { help, OptionsError, readOptions } from '../../../bin/start/options.ts';

describe('the command line of npm start', () => {
  test('has defaults: port 8545, data in memory, a chain node for each network', () => {
    const ports = { port: 8545, apiPort: undefined, dashboardPort: undefined, stripePort: undefined };
    const flags = { help: false, verbose: false, demo: false, billing: true, printEnv: false };
    const chosenLater = { dataDir: undefined, config: undefined, dynamodb: undefined, secretsFile: undefined };
    const nodes = { nodes: 'local', upstreams: {}, nodePlaces: {} };
    expect(readOptions([])).toEqual({ ...flags, ...ports, ...chosenLater, ...nodes });
  });

  test('prints the variables of the gateway on a port', () => {
    expect(readOptions(['--print-env', '--port', '9000'])).toMatchObject({ printEnv: true, port: 9_000 });
    expect(readOptions(['--print-env', '--port=9000'])).toMatchObject({ printEnv: true, port: 9_000 });
  });

  test('takes the group or the addresses of each network’s node', () => {
    const args = ['--node-in', 'devnet=sg-0123456789abcdef0', '--node-in', 'mainnet=10.0.0.0/16'];
    const nodePlaces = { devnet: 'sg-0123456789abcdef0', mainnet: '10.0.0.0/16' };
    expect(readOptions(args).nodePlaces).toEqual(nodePlaces);
  });

  test('takes several upstreams for one network in their order', () => {
    const args = ['devnet=https://one.example/?key=a=b', 'mainnet=http://127.0.0.1:1', 'devnet=https://two.example'];
    expect(readOptions(args.flatMap((it) => ['--upstream', it])).upstreams).toEqual({
      devnet: [{ url: 'https://one.example/?key=a=b' }, { url: 'https://two.example' }],
      mainnet: [{ url: 'http://127.0.0.1:1' }],
    });
  });

  test('takes ports, data folder, settings, verbosity and the demo', () => {
    const ports = ['--port', '0', '--api-port', '8600', '--dashboard-port', '8700'];
    expect(readOptions(ports)).toMatchObject({ port: 0, apiPort: 8600, dashboardPort: 8700 });
    expect(readOptions(['--data', '.local', '--config', 'own.ts', '--verbose', '--demo'])).toMatchObject({
      dataDir: '.local',
      config: 'own.ts',
      verbose: true,
      demo: true,
    });
  });

  test('takes the engine of DynamoDB', () => {
    for (const dynamodb of ['embedded', 'amazon']) {
      expect(readOptions(['--dynamodb', dynamodb])).toMatchObject({ dynamodb });
    }
  });

  test('starts the fake Stripe, on its own port, unless told not to', () => {
    expect(readOptions(['--no-billing'])).toMatchObject({ billing: false });
    expect(readOptions(['--stripe-port', '0'])).toMatchObject({ billing: true, stripePort: 0 });
  });

  test('takes the nodes of the settings, and the file with their secrets', () => {
    const args = ['--nodes', 'settings', '--secrets', 'secrets.json'];
    expect(readOptions(args)).toMatchObject({ nodes: 'settings', secretsFile: 'secrets.json' });
  });

  test.each([
    [['--bogus'], "Unknown option '--bogus'. See npm start -- --help."],
    [['extra'], "Unexpected argument 'extra'"],
    [['--port'], "Option '--port <value>' argument missing"],
    [['--port', 'abc'], '--port abc: must be a number from 0 to 65535.'],
    [['--port', '65536'], '--port 65536: must be a number from 0 to 65535.'],
    [['--api-port', '-1'], "Option '--api-port' argument is ambiguous"],
    [['--api-port', '1e9'], '--api-port 1e9: must be a number from 0 to 65535.'],
    [['--dashboard-port', 'x'], '--dashboard-port x: must be a number from 0 to 65535.'],
    [['--stripe-port', 'x'], '--stripe-port x: must be a number from 0 to 65535.'],
    [['--no-billing', '--stripe-port', '0'], '--stripe-port is the port of the fake Stripe, which --no-billing leaves'],
    [['--nodes', 'all'], '--nodes all: must be local or settings.'],
    [['--print-env', '--no-billing'], '--print-env starts nothing. Use it with --port only.'],
    [['--print-env', '--demo'], '--print-env starts nothing. Use it with --port only.'],
    [['--print-env', '--api-port', '1'], '--print-env starts nothing. Use it with --port only.'],
    [['--data='], '--data needs a folder.'],
    [['--dynamodb', 'sqlite'], '--dynamodb sqlite: must be embedded or amazon.'],
    [['--config='], '--config needs the path of a settings file.'],
    [
      ['--upstream', '=https://x.example'],
      '--upstream =https://x.example: name the network, for example devnet=https://….',
    ],
    [['--upstream', 'https://x.example'], '"" is not an http or https URL.'],
    [['--upstream', 'devnet=x.example'], '"x.example" is not an http or https URL.'],
    [['--upstream', 'devnet=ftp://x.example'], '"ftp://x.example" is not an http or https URL.'],
    [['--upstream', 'devnet'], '"" is not an http or https URL.'],
    [['--node-in', '10.0.0.0/8'], 'must be a network and its security group or CIDR block'],
    [['--node-in', 'devnet=10.0.0.0/33'], 'must be a network and its security group or CIDR block'],
  ])('%j is refused in one line', (args, message) => {
    expect(() => readOptions(args)).toThrow(OptionsError);
    expect(() => readOptions(args)).toThrow(message);
    expect(() => readOptions(args)).not.toThrow('\n');
  });

  test('is explained with all its flags', () => {
    const flags = [
      'port',
      'api-port',
      'dashboard-port',
      'data',
      'demo',
      'upstream',
      'config',
      'print-env',
      'verbose',
      'help',
    ];
    for (const flag of flags) expect(help).toContain(`--${flag}`);
  });
});
