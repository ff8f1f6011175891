import * as v from 'valibot';

const variable = 'SLUICE_MISSING_TOOLS';

/** A tool that tests need and this machine lacks: why, and the test files that do not run. */
export type MissingTool = {
  readonly name: string;
  readonly reason: string;
  readonly files: readonly string[];
  /** Otherwise, only single tests of the files do not run. */
  readonly isForWholeFiles: boolean;
};

const schema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ name: v.string(), reason: v.string(), files: v.array(v.string()), isForWholeFiles: v.boolean() })),
);

/** The variables by which `npm test` tells the tests what is missing. */
export const variablesOf = (missing: readonly MissingTool[]): Record<string, string> => ({
  [variable]: JSON.stringify(missing),
});

/** What is missing, as `npm test` found it. Without it, for example in an editor, nothing: then tests fail. */
export const missingTools = (environment: NodeJS.ProcessEnv = process.env): readonly MissingTool[] =>
  v.parse(schema, environment[variable] ?? '[]');

/** Whether tests may use a tool, by its name in tools.ts. */
export const isAvailable = (name: string): boolean => !missingTools().some((tool) => tool.name === name);
