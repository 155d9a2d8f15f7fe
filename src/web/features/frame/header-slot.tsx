import { createContext, type ReactNode, use, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './header-slot.module.css';

type Slots = Record<'crumbs' | 'action', Element | null>;

const SlotContext = createContext<Slots>({ crumbs: null, action: null });

interface FrameProps {
  /** Renders the header around the portal targets. */
  header: (places: { crumbs: ReactNode; action: ReactNode }) => ReactNode;
  children: ReactNode;
}

/** One header for all signed-in screens. It stays mounted during navigation; screens render into it through portals. */
export function Frame({ header, children }: FrameProps) {
  const [crumbs, setCrumbs] = useState<Element | null>(null);
  const [action, setAction] = useState<Element | null>(null);
  return (
    <SlotContext value={{ crumbs, action }}>
      {header({
        crumbs: <div className={styles.place} ref={setCrumbs} />,
        action: <div className={styles.place} ref={setAction} />,
      })}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </SlotContext>
  );
}

/** Portal into a slot of the header. */
export function HeaderSlot({ place, children }: { place: keyof Slots; children: ReactNode }) {
  const target = use(SlotContext)[place];
  return target && createPortal(children, target);
}
