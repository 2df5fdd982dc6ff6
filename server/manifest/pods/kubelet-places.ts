import type { Path } from "../../../shared/basics/path.ts";

/** Where a kind keeps fields of a KubeletConfiguration without its header. `*`: each item of a list. */
interface KubeletPlace {
  readonly kind: string;
  readonly group: string;
  readonly path: Path;
}

const places: readonly KubeletPlace[] = [
  { kind: "ClusterConfig", group: "eksctl.io", path: ["nodeGroups", "*", "kubeletExtraConfig"] },
  { kind: "ClusterConfig", group: "eksctl.io", path: ["managedNodeGroups", "*", "kubeletExtraConfig"] },
  { kind: "ClusterConfig", group: "k0s.k0sproject.io", path: ["spec", "workerProfiles", "*", "values"] },
  { kind: "KubeletConfig", group: "machineconfiguration.openshift.io", path: ["spec", "kubeletConfig"] },
  { kind: "NodeConfig", group: "node.eks.aws", path: ["spec", "kubelet", "config"] },
  { kind: "EC2NodeClass", group: "karpenter.k8s.aws", path: ["spec", "kubelet"] },
  // Talos, whose files have neither kind nor group.
  { kind: "", group: "", path: ["machine", "kubelet", "extraConfig"] },
];

/** The paths of an object of this kind below which fields of a KubeletConfiguration stand. */
export function kubeletPlaces(kind: string, group: string): readonly Path[] {
  return places.filter((place) => place.kind === kind && place.group === group).map(({ path }) => path);
}
