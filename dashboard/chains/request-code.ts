import type { JsonIndex } from '../json/json-index.ts';
import { kindOf, nameOf, sourceOf, valuesIn } from '../json/json-values.ts';
import { chainNamed } from './chains.ts';
import { curlLine, secretVariable } from './curl.ts';
import type { LibraryCall, LibraryCode, LibraryRequest } from './dashboard-chain.ts';
import { faithfulIndex, javaScript, literalOf, python } from './literals.ts';

/** A request in one language; `text` is undefined if the library cannot send it unchanged. */
export type RequestCode = { readonly id: string; readonly label: string; readonly text: string | undefined };

/** A request as programs that read the secret from the environment. */
export function requestCodes(chain: string, address: string, body: string): readonly RequestCode[] {
  const index = faithfulIndex(body);
  const url = new URL(address).href;
  const request = index && libraryRequest(index, url);
  const libraries: readonly LibraryCode[] = chainNamed(chain)?.libraries ?? [];
  return [
    { id: 'curl', label: 'curl', text: curlLine(address, body) },
    { id: 'fetch', label: 'JavaScript', text: fetchCode(url, body, index) },
    ...libraries.map(({ id, label, text }) => ({ id, label, text: request && text(request) })),
    { id: 'python', label: 'Python', text: pythonCode(url, body, index) },
    { id: 'rust', label: 'Rust', text: rustCode(url, body) },
  ];
}

function fetchCode(url: string, body: string, index: JsonIndex | undefined): string {
  const [literal, sent] = index
    ? [literalOf(index, 0, javaScript), 'JSON.stringify(body)']
    : [javaScriptText(body), 'body'];
  return `const body = ${literal};

const response = await fetch(${javaScript.string(JSON.stringify(url))}, {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'X-API-KEY': process.env.${secretVariable} ?? '',
  },
  body: ${sent},
});
console.log(response.status, await response.text());`;
}

function pythonCode(url: string, body: string, index: JsonIndex | undefined): string {
  const [literal, sent] = index ? [literalOf(index, 0, python), 'json.dumps(body)'] : [pythonText(body), 'body'];
  return `${index ? 'import json\n' : ''}import os
import urllib.request

body = ${literal}
request = urllib.request.Request(
    ${JSON.stringify(url)},
    data=${sent}.encode(),
    headers={
        "Content-Type": "application/json",
        "X-API-KEY": os.environ["${secretVariable}"],
    },
)
with urllib.request.urlopen(request, timeout=30) as response:
    print(response.read().decode())`;
}

const rustCode = (url: string, body: string) => `// cargo add reqwest --features blocking
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let response = reqwest::blocking::Client::new()
        .post(${rustText(url)})
        .header("Content-Type", "application/json")
        .header("X-API-KEY", std::env::var("${secretVariable}")?)
        .body(${rustText(body)})
        .send()?;
    println!("{} {}", response.status(), response.text()?);
    Ok(())
}`;

/** Any text as a string literal, readable if the language has quotes that it does not contain. */
const javaScriptText = (text: string): string =>
  /[`\r]|\$\{|\\$/.test(text) ? JSON.stringify(text) : `String.raw\`${text}\``;
const pythonText = (text: string): string => (/'''|\r|['\\]$/.test(text) ? JSON.stringify(text) : `r'''${text}'''`);

/** A raw string, which can hold neither a carriage return nor the end of itself; otherwise with escapes. */
function rustText(text: string): string {
  if (!/["\\\r]/.test(text)) return `"${text}"`;
  if (!/\r|"#/.test(text)) return `r#"${text}"#`;
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\r', '\\r')}"`;
}

/** The calls of a body; undefined if they are not calls that a library could make. */
function libraryRequest(index: JsonIndex, url: string): LibraryRequest | undefined {
  const batch = kindOf(index, 0) === 'array';
  const elements = batch ? [...valuesIn(index, 0)] : [0];
  const calls = elements.flatMap((element) => libraryCall(index, element) ?? []);
  if (calls.length !== elements.length || calls.length === 0) return undefined;
  return { url: javaScript.string(JSON.stringify(url)), calls, batch, body: literalOf(index, 0, javaScript, '  ') };
}

function libraryCall(index: JsonIndex, element: number): LibraryCall | undefined {
  if (kindOf(index, element) !== 'object') return undefined;
  const member = (name: string) => valuesIn(index, element).find((one) => nameOf(index, one) === `"${name}"`);
  const [method, params] = [member('method'), member('params')];
  if (method === undefined || kindOf(index, method) !== 'string') return undefined;
  const name = sourceOf(index, method);
  return {
    name: name.slice(1, -1),
    method: javaScript.string(name),
    params: params === undefined ? '[]' : literalOf(index, params, javaScript),
  };
}
