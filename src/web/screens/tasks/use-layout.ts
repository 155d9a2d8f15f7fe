import { useState } from 'react';
import { deviceStore } from '#web/lib/browser-store.ts';
import { useSplit } from '#web/ui/split/use-split.ts';

const TREE = 'baton-tree-collapsed';
const SPLIT = 'baton-split';

export type PhonePanel = 'tree' | 'task' | 'notes';

/** How the panels stand, kept in this browser. The layout changes only when somebody changes it. */
export function useLayout(first: PhonePanel) {
  const [treeShut, setTreeShut] = useState(() => deviceStore.read(TREE) === 'yes');
  const [split, setSplit] = useSplit(deviceStore, SPLIT);
  const [phone, setPhone] = useState(first);
  const shutTree = (shut: boolean) => {
    setTreeShut(shut);
    if (shut) deviceStore.write(TREE, 'yes');
    else deviceStore.remove(TREE);
  };
  return { treeShut, shutTree, split, setSplit, phone, setPhone };
}

export type Layout = ReturnType<typeof useLayout>;
