import { Fragment, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { cx } from './cx.ts';
import { formatCount } from './format-count.ts';
import styles from './tabs.module.css';

export interface Tab<Value extends string> {
  value: Value;
  label: string;
  /** Heading above the first tab of each group. */
  group?: string | undefined;
  count?: number | undefined;
  before?: ReactNode;
  after?: ReactNode;
}

export interface TabsProps<Value extends string> {
  /** Shared with the panels: a TabPanel with the same id and value belongs to the tab. */
  id: string;
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /**
   * `vertical`: beside its panel, so that the up and down arrows work too. `segmented`: as wide as its container.
   * `panel-head`: in the head of a panel, where it scrolls and shrinks with the panel.
   */
  variant?: 'vertical' | 'segmented' | 'panel-head' | undefined;
  className?: string | undefined;
}

/** Roving tabindex; arrow keys, Home and End change the tab. */
export function Tabs<Value extends string>({ id, label, tabs, value, onChange, variant, className }: TabsProps<Value>) {
  const vertical = variant === 'vertical';
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
  // If the selected tab is not in the list, the first one is in the tab order.
  const reachable = tabs.some((tab) => tab.value === value) ? value : tabs[0]?.value;
  return (
    <div
      ref={list}
      className={cx(
        styles.list,
        vertical && styles.vertical,
        variant === 'segmented' && styles.segmented,
        variant === 'panel-head' && styles.panelHead,
        className,
      )}
      role="tablist"
      aria-label={label}
      aria-orientation={vertical ? 'vertical' : undefined}
    >
      {tabs.map((tab, place) => (
        <Fragment key={tab.value}>
          {tab.group !== undefined && tab.group !== tabs[place - 1]?.group && (
            <span className={styles.group} role="presentation">
              {tab.group}
            </span>
          )}
          <button
            type="button"
            role="tab"
            id={`${id}-${tab.value}-tab`}
            className={styles.tab}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-${tab.value}-panel` : undefined}
            tabIndex={tab.value === reachable ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={onKeyDown}
          >
            {tab.before}
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{formatCount(tab.count)}</span>}
            {tab.after}
          </button>
        </Fragment>
      ))}
    </div>
  );
}

interface TabPanelProps {
  id: string;
  value: string;
  /** Labels the panel while its tab is not rendered. */
  label?: string | undefined;
  /** The content fills the available height. */
  fills?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function TabPanel({ id, value, label, fills, className, children }: TabPanelProps) {
  return (
    <div
      role="tabpanel"
      className={cx(fills && styles.filled, className) || undefined}
      id={`${id}-${value}-panel`}
      aria-label={label}
      aria-labelledby={label === undefined ? `${id}-${value}-tab` : undefined}
    >
      {children}
    </div>
  );
}
