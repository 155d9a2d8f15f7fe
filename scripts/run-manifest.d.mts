interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

interface Lock {
  packages: Record<string, object>;
}

export declare function runManifest<M extends Manifest, L extends Lock>(
  manifest: M,
  lock: L,
): { manifest: Omit<M, 'devDependencies'>; lock: L };
