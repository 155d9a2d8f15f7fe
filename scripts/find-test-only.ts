type Graph = ReadonlyMap<string, readonly string[]>;

const productFile = /^src\/(?!test\/)/;
const testName = /\.test\.tsx?$/;

const isProduct = (file: string): boolean => productFile.test(file) && !testName.test(file);

/**
 * Files that lie among the product's and that the product never loads: only tests and tools lead to them. A file of the
 * product that nobody imports is an entry point, such as a `main` or a thread's file; whether it is used at all is for
 * knip to say.
 */
export function findTestOnly(graph: Graph): string[] {
  const files = [...graph.keys()];
  const imported = new Set([...graph.values()].flat());
  const loaded = reachFrom(
    graph,
    files.filter((file) => isProduct(file) && !imported.has(file)),
  );
  const tested = reachFrom(
    graph,
    files.filter((file) => !isProduct(file)),
  );
  return files.filter((file) => isProduct(file) && tested.has(file) && !loaded.has(file));
}

function reachFrom(graph: Graph, roots: readonly string[]): ReadonlySet<string> {
  const reached = new Set(roots);
  // A set is walked in the order in which it grows: what is added is walked, too.
  for (const file of reached) for (const target of graph.get(file) ?? []) reached.add(target);
  return reached;
}
