import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { cx } from './cx.ts';

export interface TabsProps<Value extends string> {
  /** Shared with the panels: a TabPanel with the same id and value belongs to the tab. */
  id: string;
  label: string;
  tabs: readonly { value: Value; label: string; count?: number | undefined; before?: ReactNode; after?: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  /** Stands beside what it changes: the arrows up and down work too. */
  vertical?: boolean | undefined;
  className?: string | undefined;
}

/** Tabs that change with the arrow keys, Home and End. */
export function Tabs<Value extends string>({
  id,
  label,
  tabs,
  value,
  onChange,
  vertical = false,
  className,
}: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.value === value);
    const after = (index + 1) % tabs.length;
    const before = (index - 1 + tabs.length) % tabs.length;
    const target = {
      ArrowRight: after,
      ArrowLeft: before,
      ArrowDown: vertical ? after : undefined,
      ArrowUp: vertical ? before : undefined,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    const next = target === undefined ? undefined : tabs[target];
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    list.current?.querySelector<HTMLElement>(`[id="${id}-${next.value}-tab"]`)?.focus();
  };
  return (
    <div
      ref={list}
      className={cx('tabs', className)}
      role="tablist"
      aria-label={label}
      aria-orientation={vertical ? 'vertical' : undefined}
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${id}-${tab.value}-tab`}
          className="tab"
          aria-selected={tab.value === value}
          aria-controls={tab.value === value ? `${id}-${tab.value}-panel` : undefined}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
          onKeyDown={onKeyDown}
        >
          {tab.before}
          {tab.label}
          {tab.count !== undefined && <span className="n">{tab.count}</span>}
          {tab.after}
        </button>
      ))}
    </div>
  );
}

export function TabPanel({ id, value, children }: { id: string; value: string; children: ReactNode }) {
  return (
    <div role="tabpanel" id={`${id}-${value}-panel`} aria-labelledby={`${id}-${value}-tab`}>
      {children}
    </div>
  );
}
