import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type * as v from 'valibot';
import type { Network } from '../../src/network.ts';
import { type SettingsProblem, wrongSettings } from './configuration-error.ts';
import type { networkSettingSchema } from './network-settings.ts';

type GivenNetwork = v.InferOutput<typeof networkSettingSchema>;

/**
 * The settings with the absolute paths of the nodes' `caFile`.
 * @param folder that a relative path begins at
 * @param source for the message, for example the settings file's path
 * @throws {ConfigurationError} naming each file that holds anything else than certificates
 */
export function withCaFiles<S extends { readonly networks: readonly GivenNetwork[] }>(
  settings: S,
  folder: string,
  source: string,
): S {
  const { networks } = settings;
  if (networks.every(({ upstreams }) => upstreams.every(({ caFile }) => caFile === undefined))) return settings;
  const absolute = networks.map((network) => ({
    ...network,
    upstreams: network.upstreams.map((node) => ({
      ...node,
      ...(node.caFile && { caFile: resolve(folder, node.caFile) }),
    })),
  }));
  const problems = absolute.flatMap(problemsOf);
  if (problems.length > 0) throw wrongSettings(source, problems);
  return { ...settings, networks: absolute };
}

const problemsOf = ({ upstreams }: GivenNetwork, index: number): SettingsProblem[] =>
  upstreams.flatMap(({ caFile }, at) => {
    const message = caFile === undefined ? undefined : problemOf(caFile);
    return message === undefined ? [] : [{ path: `networks.${index}.upstreams.${at}.caFile`, message }];
  });

const block = /-----BEGIN ([A-Z0-9 ]+)-----[^-]+-----END \1-----/g;

function problemOf(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    const blocks = [...text.matchAll(block)];
    // A private key would become part of the functions' code.
    if (blocks.length === 0 || blocks.some(([, kind]) => kind !== 'CERTIFICATE'))
      return `${file} must hold certificates in PEM, and nothing else`;
    for (const [certificate] of blocks) new X509Certificate(certificate);
    return undefined;
  } catch (error) {
    return `${file} cannot be read as certificates in PEM: ${error instanceof Error ? error.message : error}`;
  }
}

/** The networks with the certificates themselves, as functions need them. */
export const withCertificates = (networks: readonly GivenNetwork[]): readonly Network[] =>
  networks.map((network) => ({
    ...network,
    upstreams: network.upstreams.map(({ caFile, ...node }) => ({
      ...node,
      ...(caFile !== undefined && { ca: readFileSync(caFile, 'utf8') }),
    })),
  }));
