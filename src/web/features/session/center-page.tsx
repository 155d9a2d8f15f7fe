import type { ReactNode } from 'react';

/** A page that says one thing, in the middle of the window. */
export function CenterPage({ children }: { children?: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center p-4">
      {children}
    </main>
  );
}
