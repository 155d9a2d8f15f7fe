import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** Calls back when the focus enters the element or leaves it; moves within it are not told. */
export function useFocusWithin(element: RefObject<HTMLElement | null>, onChange: (isWithin: boolean) => void) {
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    const watched = element.current;
    const enter = () => tell(true);
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node) || watched?.contains(relatedTarget) !== true) tell(false);
    };
    watched?.addEventListener('focusin', enter);
    watched?.addEventListener('focusout', leave);
    return () => {
      watched?.removeEventListener('focusin', enter);
      watched?.removeEventListener('focusout', leave);
    };
  }, [element]);
}

/** Whether the element has the focus or the pointer. */
export function useAttention(element: RefObject<HTMLElement | null>): boolean {
  const [isFocused, setFocused] = useState(false);
  const [isPointed, setPointed] = useState(false);
  useFocusWithin(element, setFocused);
  useEffect(() => {
    const watched = element.current;
    const enter = () => setPointed(true);
    const leave = () => setPointed(false);
    watched?.addEventListener('pointerenter', enter);
    watched?.addEventListener('pointerleave', leave);
    return () => {
      watched?.removeEventListener('pointerenter', enter);
      watched?.removeEventListener('pointerleave', leave);
    };
  }, [element]);
  return isFocused || isPointed;
}
