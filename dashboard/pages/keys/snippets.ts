import { chainNamed } from '../../chains/chains.ts';

/** A first call in one language; it reads the secret from the environment, where secrets belong. */
export type Snippet = {
  readonly id: string;
  readonly label: string;
  /** @param url the endpoint that it calls */
  readonly text: (url: string) => string;
};

/** Puts a secret into the environment of a shell. */
export const exportLine = (secret: string): string => `export SLUICE_API_KEY=${secret}`;

const shellQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

// A serialized URL or a method has no character that string literals of Python and Rust spell differently from JSON.
const quoted = (text: string) => JSON.stringify(text);

/** The body of a first call to a chain: it asks the node how it is. */
export const firstCall = (chain: string): string => JSON.stringify({ jsonrpc: '2.0', id: 1, method: methodOf(chain) });

const methodOf = (chain: string): string => chainNamed(chain)?.health ?? 'METHOD';

const curl = (url: string, chain: string) => `curl ${shellQuoted(url)} \\
  -H 'Content-Type: application/json' \\
  -H "X-API-KEY: $SLUICE_API_KEY" \\
  -d '${firstCall(chain)}'`;

const python = (url: string, chain: string) => `import json
import os
import urllib.request

request = urllib.request.Request(
    ${quoted(url)},
    data=json.dumps({"jsonrpc": "2.0", "id": 1, "method": ${quoted(methodOf(chain))}}).encode(),
    headers={
        "Content-Type": "application/json",
        "X-API-KEY": os.environ["SLUICE_API_KEY"],
    },
)
with urllib.request.urlopen(request, timeout=30) as answer:
    print(json.load(answer))`;

const rust = (url: string, chain: string) => `// cargo add serde_json && cargo add reqwest --features blocking,json
use serde_json::{json, Value};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let answer: Value = reqwest::blocking::Client::new()
        .post(${quoted(url)})
        .header("X-API-KEY", std::env::var("SLUICE_API_KEY")?)
        .json(&json!({ "jsonrpc": "2.0", "id": 1, "method": ${quoted(methodOf(chain))} }))
        .send()?
        .error_for_status()?
        .json()?;
    println!("{answer}");
    Ok(())
}`;

/** Every language that a new key is shown in, for an endpoint of a chain. */
export function snippetsOf(chain: string): readonly Snippet[] {
  const library = chainNamed(chain)?.library;
  const programs: readonly Snippet[] = [
    ...(library ? [library] : []),
    { id: 'python', label: 'Python', text: (url) => python(url, chain) },
    { id: 'rust', label: 'Rust', text: (url) => rust(url, chain) },
  ];
  return [
    { id: 'curl', label: 'curl', text: (url) => curl(url, chain) },
    ...programs.map(({ text, ...rest }) => ({ ...rest, text: (url: string) => text(new URL(url).href) })),
  ];
}
