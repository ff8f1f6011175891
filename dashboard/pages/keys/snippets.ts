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

// An address has no character that the string literals of JavaScript, Python and Rust spell differently from JSON.
const quoted = (url: string) => JSON.stringify(new URL(url).href);

const curl = (url: string) => `curl ${shellQuoted(url)} \\
  -H 'Content-Type: application/json' \\
  -H "X-API-KEY: $SLUICE_API_KEY" \\
  -d '{"jsonrpc":"2.0","id":1,"method":"getHealth"}'`;

const kit = (url: string) => `// npm install @solana/kit
import { createSolanaRpc } from '@solana/kit';

const rpc = createSolanaRpc(${quoted(url)}, {
  headers: { 'X-API-KEY': process.env.SLUICE_API_KEY ?? '' },
});

console.log(await rpc.getHealth().send());`;

const python = (url: string) => `import json
import os
import urllib.request

request = urllib.request.Request(
    ${quoted(url)},
    data=json.dumps({"jsonrpc": "2.0", "id": 1, "method": "getHealth"}).encode(),
    headers={
        "Content-Type": "application/json",
        "X-API-KEY": os.environ["SLUICE_API_KEY"],
    },
)
with urllib.request.urlopen(request, timeout=30) as answer:
    print(json.load(answer))`;

const rust = (url: string) => `// cargo add serde_json && cargo add reqwest --features blocking,json
use serde_json::{json, Value};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let answer: Value = reqwest::blocking::Client::new()
        .post(${quoted(url)})
        .header("X-API-KEY", std::env::var("SLUICE_API_KEY")?)
        .json(&json!({ "jsonrpc": "2.0", "id": 1, "method": "getHealth" }))
        .send()?
        .error_for_status()?
        .json()?;
    println!("{answer}");
    Ok(())
}`;

/** Every language that a new key is shown in. */
export const snippets: readonly Snippet[] = [
  { id: 'curl', label: 'curl', text: curl },
  { id: 'kit', label: '@solana/kit', text: kit },
  { id: 'python', label: 'Python', text: python },
  { id: 'rust', label: 'Rust', text: rust },
];
