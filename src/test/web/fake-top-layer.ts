/** jsdom can neither open a dialog nor show a popover: this adds what our widgets need of both, for tests only. */
export function fakeTopLayer() {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  // A popover that is not shown is hidden by the browser's own style sheet; one without the attribute is not.
  HTMLElement.prototype.showPopover = function showPopover() {
    this.removeAttribute('popover');
  };
}
