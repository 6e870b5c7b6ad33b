/** A form with nested brackets, as Stripe's SDKs send it: `a[b][0][c]=1`. */
type Tree = Map<string, Tree | string>;

/** Returns the objects and arrays that the form describes. `a[]` and `a[0]` are arrays. */
export function parseForm(text: string): Record<string, unknown> {
  const root: Tree = new Map();
  for (const [name, value] of new URLSearchParams(text)) place(root, pathOf(name), value);
  return Object.fromEntries([...root].map(([key, it]) => [key, plain(it)]));
}

function pathOf(name: string): string[] {
  const [first = '', ...rest] = name.split('[');
  return [first, ...rest.map((it) => it.replace(/\]$/, ''))];
}

function place(tree: Tree, [key = '', ...rest]: string[], value: string): void {
  const name = key === '' ? String(tree.size) : key;
  if (rest.length === 0) {
    tree.set(name, value);
    return;
  }
  const found = tree.get(name);
  const inner: Tree = found instanceof Map ? found : new Map<string, Tree | string>();
  tree.set(name, inner);
  place(inner, rest, value);
}

function plain(node: Tree | string): unknown {
  if (typeof node === 'string') return node;
  const isList = node.size > 0 && [...node.keys()].every((key) => /^\d+$/.test(key));
  if (isList) return [...node.values()].map(plain);
  return Object.fromEntries([...node].map(([key, it]) => [key, plain(it)]));
}
