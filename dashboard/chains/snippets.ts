import { chainNamed } from './chains.ts';
import { curlLine, secretVariable } from './curl.ts';
import type { Snippet } from './dashboard-chain.ts';

// Serialized URLs and method names have no characters that Python and Rust escape differently from JSON.
const stringLiteral = (text: string) => JSON.stringify(text);

/** The body of a first call to a chain: it checks the node's health. */
export const firstCallBody = (chain: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: methodOf(chain) });

const methodOf = (chain: string): string => chainNamed(chain)?.health ?? 'METHOD';

const python = (url: string, chain: string) => `import json
import os
import urllib.request

request = urllib.request.Request(
    ${stringLiteral(url)},
    data=json.dumps({"jsonrpc": "2.0", "id": 1, "method": ${stringLiteral(methodOf(chain))}}).encode(),
    headers={
        "Content-Type": "application/json",
        "X-API-KEY": os.environ["${secretVariable}"],
    },
)
with urllib.request.urlopen(request, timeout=30) as answer:
    print(json.load(answer))`;

const rust = (url: string, chain: string) => `// cargo add serde_json && cargo add reqwest --features blocking,json
use serde_json::{json, Value};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let answer: Value = reqwest::blocking::Client::new()
        .post(${stringLiteral(url)})
        .header("X-API-KEY", std::env::var("${secretVariable}")?)
        .json(&json!({ "jsonrpc": "2.0", "id": 1, "method": ${stringLiteral(methodOf(chain))} }))
        .send()?
        .error_for_status()?
        .json()?;
    println!("{answer}");
    Ok(())
}`;

/** The snippets shown with a new secret, one per language. */
export function snippetsOf(chain: string): readonly Snippet[] {
  const library = chainNamed(chain)?.library;
  const programs: readonly Snippet[] = [
    ...(library ? [library] : []),
    { id: 'python', label: 'Python', text: (url) => python(url, chain) },
    { id: 'rust', label: 'Rust', text: (url) => rust(url, chain) },
  ];
  return [
    { id: 'curl', label: 'curl', text: (url) => curlLine(url, firstCallBody(chain)) },
    ...programs.map(({ text, ...rest }) => ({ ...rest, text: (url: string) => text(new URL(url).href) })),
  ];
}
