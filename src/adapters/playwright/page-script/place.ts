import { activeElement } from "./active-element.ts";

/** How far each thing that is scrolled is; then, behind a blank, what has the focus, unless `control` has it or is in it. */
export const placeBeside = (control: Element): string => {
  const all = [...document.querySelectorAll("*")];
  // Elements that come in before them change no place of theirs in this.
  const scrolled = all.flatMap(({ scrollLeft, scrollTop }) =>
    scrollLeft === 0 && scrollTop === 0 ? [] : [[Math.round(scrollLeft), Math.round(scrollTop)].join(",")],
  );
  const focused = activeElement();
  const isElsewhere = focused !== null && !control.contains(focused) && !focused.contains(control);
  // In a shadow root, what has the focus goes by its host.
  const { activeElement: host } = document;
  return `${scrolled.join(";")} ${isElsewhere && host ? all.indexOf(host) : ""}`;
};
