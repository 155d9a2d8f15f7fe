// Read by bootstrap.mjs, on whatever Node 20+ the machine has: plain JavaScript without a single dependency.

/**
 * What `npm ci` needs to install only what running and building need: manifest and lock file without the
 * devDependencies. `--omit=dev` would not do, because npm keeps development tools that a library names as optional peers.
 */
export function runManifest(manifest, lock) {
  const { devDependencies: _, ...kept } = manifest;
  const { devDependencies: __, ...root } = lock.packages[''] ?? {};
  const reached = reachFrom(lock.packages, root);
  const packages = Object.entries(lock.packages).filter(([place]) => reached.has(place));
  return { manifest: kept, lock: { ...lock, packages: { '': root, ...Object.fromEntries(packages) } } };
}

/** The places in node_modules of all packages that are needed from the root on. */
function reachFrom(packages, root) {
  const reached = new Set();
  const queue = [['', root]];
  for (const [from, { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }] of queue) {
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const place = findPlace(packages, from, name);
      if (place === undefined || reached.has(place)) continue;
      reached.add(place);
      queue.push([place, packages[place]]);
    }
  }
  return reached;
}

/** Node's way of looking a package up: beside its dependent, then in each folder above. */
function findPlace(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (place in packages) return place;
    if (folder === '') return undefined;
  }
}
