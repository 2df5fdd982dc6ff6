import { expect, test } from "vitest";
import { dropInsInOrder } from "../../../../shared/kubelet-configuration/model/drop-ins.ts";

test("drop-ins are walked in lexical order, a directory with its content among its siblings", () => {
  const names = [
    "20.conf",
    "10.yaml",
    "b/10.conf",
    "a.conf",
    "a/20.conf",
    "a/10.conf",
    "10.CONF",
    "10.conf.bak",
    "10.conf",
  ];
  expect(dropInsInOrder(names)).toEqual(["10.conf", "20.conf", "a/10.conf", "a/20.conf", "a.conf", "b/10.conf"]);
});
