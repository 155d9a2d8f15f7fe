export { Crumbs } from './crumbs.tsx';
export { Frame, HeaderSlot } from './header-slot.tsx';
