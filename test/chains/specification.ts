import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { type ChainSpecification, chainSpecification } from '../../bin/methods/compare-specification.ts';
import type { ChainId } from '../../src/chains/chains.ts';

/** The specification of a chain that is checked in, and the extensions with their sources. */
export const specification = (id: ChainId): ChainSpecification =>
  v.parse(chainSpecification, JSON.parse(readFileSync(`src/chains/specifications/${id}.json`, 'utf8')));
