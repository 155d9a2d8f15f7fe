import { useState } from 'react';
import { deviceStore } from '#web/lib/browser-store.ts';
import { useSplit } from '#web/ui/split/use-split.ts';

const TREE = 'baton-tree-collapsed';
const SPLIT = 'baton-split';

export type PhonePanel = 'tree' | 'task' | 'notes';

/** Panel layout, persisted on this device. It never changes by itself. */
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
