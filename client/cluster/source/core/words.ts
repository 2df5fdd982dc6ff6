/** An address without the password that can stand in it. */
export function shownAddress(address: string): string {
  return address.replace(/\/\/[^/]*@/, "//");
}
