// Invokes a bundle with each event in turn, in a process of its own.
const { handler } = await import(process.argv[2]);
for (const event of JSON.parse(process.argv[3])) {
  const answer = await handler(event).catch((error) => ({ failed: String(error) }));
  process.stdout.write(`${JSON.stringify({ answer })}\n`);
}
process.exit(0);
