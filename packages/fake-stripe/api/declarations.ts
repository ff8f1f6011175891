import { type Module, type ModuleItem, parseSync, type TsInterfaceDeclaration, type TsType } from '@swc/core';

/** The types that a namespace (or a file) declares, and the namespaces inside it. */
export type Scope = {
  readonly interfaces: Map<string, TsInterfaceDeclaration>;
  readonly aliases: Map<string, TsType>;
  readonly namespaces: Map<string, Scope>;
  readonly parent: Scope | undefined;
};

/** Reads the type declarations of a `.d.ts` file. Names that it does not declare are looked up in `parent`. */
export function readDeclarations(source: string, parent?: Scope): Scope {
  const module: Module = parseSync(source, { syntax: 'typescript' });
  const scope = emptyScope(parent);
  declareAll(module.body, scope);
  return scope;
}

const emptyScope = (parent: Scope | undefined): Scope => ({
  interfaces: new Map(),
  aliases: new Map(),
  namespaces: new Map(),
  parent,
});

function declareAll(items: readonly ModuleItem[], scope: Scope): void {
  for (const item of items) {
    const declaration = item.type === 'ExportDeclaration' ? item.declaration : item;
    if (declaration.type === 'TsInterfaceDeclaration') scope.interfaces.set(declaration.id.value, declaration);
    if (declaration.type === 'TsTypeAliasDeclaration') {
      scope.aliases.set(declaration.id.value, declaration.typeAnnotation);
    }
    if (declaration.type === 'TsModuleDeclaration' && declaration.body?.type === 'TsModuleBlock') {
      declareAll(declaration.body.body, namespaceOf(declaration.id.value, scope));
    }
  }
}

// A namespace may be declared in several places.
function namespaceOf(name: string, scope: Scope): Scope {
  const inner = scope.namespaces.get(name) ?? emptyScope(scope);
  scope.namespaces.set(name, inner);
  return inner;
}

/** The innermost scope in or around `from` that has the namespaces of `path` and in the last one a type `name`. */
export function findScope(from: Scope, path: readonly string[], name: string): Scope {
  for (let scope: Scope | undefined = from; scope; scope = scope.parent) {
    const found = path.reduce<Scope | undefined>((outer, step) => outer?.namespaces.get(step), scope);
    if (found?.interfaces.has(name) || found?.aliases.has(name)) return found;
  }
  throw new Error(`The SDK's types do not declare ${[...path, name].join('.')}.`);
}
