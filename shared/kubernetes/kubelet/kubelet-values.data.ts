// What each value of a KubeletConfiguration's field means, for people: `FIELD VALUE TEXT`.
export const valueLines = `
authorization.mode AlwaysAllow Allows every request to the kubelet server.
authorization.mode Webhook Asks the API server about each request (SubjectAccessReview).
cgroupDriver cgroupfs The kubelet manages the cgroup file system itself.
cgroupDriver systemd systemd manages cgroups. The container runtime must use the same driver.
configMapAndSecretChangeDetectionStrategy Cache Caches objects for a limited time.
configMapAndSecretChangeDetectionStrategy Get Gets objects from the API server each time.
configMapAndSecretChangeDetectionStrategy Watch Watches the objects that the pods of the node use.
cpuManagerPolicy none Containers share all CPUs.
cpuManagerPolicy static Guaranteed pods that request whole CPUs get exclusive CPUs.
enforceNodeAllocatable kube-reserved Enforces kubeReserved on kubeReservedCgroup.
enforceNodeAllocatable kube-reserved-compressible Enforces only the CPU of kubeReserved on kubeReservedCgroup.
enforceNodeAllocatable none Enforces nothing. Cannot be combined with other values.
enforceNodeAllocatable pods Limits all pods together to what is allocatable.
enforceNodeAllocatable system-reserved Enforces systemReserved on systemReservedCgroup.
enforceNodeAllocatable system-reserved-compressible Enforces only the CPU of systemReserved on systemReservedCgroup.
evictionHard imagefs.available Free space of the image file system.
evictionHard imagefs.inodesFree Free inodes of the image file system.
evictionHard memory.available Memory of the node that is available.
evictionHard nodefs.available Free space of the node's main file system.
evictionHard nodefs.inodesFree Free inodes of the node's main file system.
evictionHard pid.available Free process IDs.
hairpinMode hairpin-veth Sets the hairpin flag on the interface of each container.
hairpinMode none A pod cannot reach itself through its own Service.
hairpinMode promiscuous-bridge Makes the container bridge promiscuous.
imagePullCredentialsVerificationPolicy AlwaysVerify Verifies credentials for every image.
imagePullCredentialsVerificationPolicy NeverVerify Every pod can use every image that is on the node.
imagePullCredentialsVerificationPolicy NeverVerifyAllowlistedImages Verifies credentials except for the images of the allowlist.
imagePullCredentialsVerificationPolicy NeverVerifyPreloadedImages Verifies credentials except for images that the kubelet did not pull.
logging.format json One JSON object per line.
logging.format text Text format of klog.
memoryManagerPolicy BestEffort Windows only: prefers memory of the NUMA nodes of the assigned CPUs.
memoryManagerPolicy None Does not assign memory to NUMA nodes.
memoryManagerPolicy Static Guaranteed pods get memory from as few NUMA nodes as possible. Not available on Windows.
memoryReservationPolicy None Does not set memory.min and memory.low.
memoryReservationPolicy TieredReservation Protects requests of Guaranteed pods with memory.min and requests of Burstable pods with memory.low.
memorySwap.swapBehavior LimitedSwap Burstable pods can swap in proportion to their memory requests.
memorySwap.swapBehavior NoSwap Pods cannot swap.
memorySwap.swapBehavior UnlimitedSwap Pods can swap without limit.
registerWithTaints[].effect NoExecute Evicts pods that do not tolerate the taint.
registerWithTaints[].effect NoSchedule Schedules no pods that do not tolerate the taint.
registerWithTaints[].effect PreferNoSchedule Schedules pods that do not tolerate the taint only if no other node fits.
systemReserved cpu CPU, such as 500m.
systemReserved ephemeral-storage Local ephemeral storage, such as 1Gi.
systemReserved memory Memory, such as 1Gi.
systemReserved pid Process IDs.
topologyManagerPolicy best-effort Chooses the best alignment. Admits pods that cannot be aligned.
topologyManagerPolicy none Does not align resources.
topologyManagerPolicy restricted Rejects pods that cannot be aligned.
topologyManagerPolicy single-numa-node Rejects pods whose resources do not fit on one NUMA node.
topologyManagerScope container Aligns each container separately.
topologyManagerScope pod Aligns all containers of a pod together.
`;
