/** How long a kubelet is down where nobody says it. */
export const kubeletDownMsDefault = 3000;

/** Time to boot a machine and start its kubelet: about a minute for servers and virtual machines. */
export const nodeDownMsDefault = 60_000;
