import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

// A clause of types alone is erased before the code runs: its module is not loaded.
const staticImport = /^(?:import|export)\s+(?!type\s)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;
const dynamicImport = /\bimport\('([^']+)'\)/g;

/** The modules that a source text loads, as it names them. */
export const importedBy = (source: string): string[] =>
  [...source.matchAll(staticImport), ...source.matchAll(dynamicImport)].map(([, specifier = '']) => specifier);

/** Finds the modules that files load, directly or through other files: paths of files, and names of packages. */
export class ImportGraph {
  readonly #read: (path: string) => string | undefined;
  readonly #imports = new Map<string, readonly string[]>();

  constructor(read: (path: string) => string | undefined = readSource) {
    this.#read = read;
  }

  modulesLoadedBy(file: string): ReadonlySet<string> {
    const found = new Set<string>();
    const open = [file];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      open.push(...this.#importsOf(next));
    }
    return found;
  }

  #importsOf(path: string): readonly string[] {
    const known = this.#imports.get(path);
    if (known) return known;
    const source = path.startsWith('/') ? (this.#read(path) ?? '') : '';
    const imports = importedBy(source).map((specifier) =>
      specifier.startsWith('.') ? resolve(dirname(path), specifier) : specifier,
    );
    this.#imports.set(path, imports);
    return imports;
  }
}

const readSource = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
