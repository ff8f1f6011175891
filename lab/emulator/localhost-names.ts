import dns from 'node:dns';

// ministack's HTTP APIs are at names such as 465c19ca.execute-api.localhost. RFC 6761 says that they are this machine, which
// not every resolver knows. Imported, or preloaded into a program with --import.
const { lookup } = dns;
dns.lookup = Object.assign(
  (name: string, ...others: unknown[]) =>
    Reflect.apply(lookup, dns, [name.endsWith('.localhost') ? 'localhost' : name, ...others]),
  lookup,
);
