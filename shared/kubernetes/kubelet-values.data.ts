// What each value of a KubeletConfiguration's field means, for people: `FIELD VALUE TEXT`.
export const valueLines = `
authorization.mode AlwaysAllow Every request to the kubelet's server is allowed.
authorization.mode Webhook The API server decides about each request (SubjectAccessReview).
cgroupDriver cgroupfs The kubelet writes to the cgroup file system itself.
cgroupDriver systemd systemd manages the cgroups; the runtime must use it, too.
configMapAndSecretChangeDetectionStrategy Cache Objects are cached with a time to live.
configMapAndSecretChangeDetectionStrategy Get Objects are read from the API server each time.
configMapAndSecretChangeDetectionStrategy Watch The kubelet watches the objects that its pods use.
cpuManagerPolicy none Containers share all CPUs.
cpuManagerPolicy static Guaranteed pods with whole CPUs get CPUs of their own.
enforceNodeAllocatable kube-reserved The limits of kubeReserved are enforced on kubeReservedCgroup.
enforceNodeAllocatable kube-reserved-compressible The same for CPU only.
enforceNodeAllocatable none Nothing is enforced; must stand alone.
enforceNodeAllocatable pods All pods together get no more than what is allocatable.
enforceNodeAllocatable system-reserved The limits of systemReserved are enforced on systemReservedCgroup.
enforceNodeAllocatable system-reserved-compressible The same for CPU only.
evictionHard imagefs.available Free space of the file system that holds images.
evictionHard imagefs.inodesFree Free inodes of the file system that holds images.
evictionHard memory.available Memory of the node that is not in use.
evictionHard nodefs.available Free space of the file system that holds the kubelet's files.
evictionHard nodefs.inodesFree Free inodes of the file system that holds the kubelet's files.
evictionHard pid.available Process ids that are not in use.
hairpinMode hairpin-veth Each container's interface is put into hairpin mode.
hairpinMode none A pod cannot reach itself through its own service.
hairpinMode promiscuous-bridge The bridge is put into promiscuous mode.
imagePullCredentialsVerificationPolicy AlwaysVerify Whoever uses an image must be allowed to pull it.
imagePullCredentialsVerificationPolicy NeverVerify An image on the node can be used by every pod.
imagePullCredentialsVerificationPolicy NeverVerifyAllowlistedImages The same for the images of the allowlist; others are verified.
imagePullCredentialsVerificationPolicy NeverVerifyPreloadedImages The same for images that the kubelet did not pull; others are verified.
logging.format json One JSON object a line.
logging.format text klog's text format.
memoryManagerPolicy BestEffort Windows: memory of the NUMA node of the CPUs, where it can be had.
memoryManagerPolicy None Memory is not assigned to NUMA nodes.
memoryManagerPolicy Static Guaranteed pods get memory of as few NUMA nodes as possible. Not on Windows.
memoryReservationPolicy None Requests are not written to memory.min and memory.low.
memoryReservationPolicy TieredReservation Requests of Guaranteed pods are protected hard, those of Burstable pods softly.
memorySwap.swapBehavior LimitedSwap Burstable pods may swap in proportion to their memory request.
memorySwap.swapBehavior NoSwap Pods do not swap; the default.
memorySwap.swapBehavior UnlimitedSwap Pods swap as they like.
registerWithTaints[].effect NoExecute Pods that do not tolerate the taint are evicted.
registerWithTaints[].effect NoSchedule Pods that do not tolerate the taint are not placed here.
registerWithTaints[].effect PreferNoSchedule The scheduler avoids the node for pods that do not tolerate the taint.
systemReserved cpu CPU, such as 500m.
systemReserved ephemeral-storage Disk space, such as 1Gi.
systemReserved memory Memory, such as 1Gi.
systemReserved pid Process ids.
topologyManagerPolicy best-effort The best alignment is chosen; a pod without one is admitted.
topologyManagerPolicy none Resources are not aligned.
topologyManagerPolicy restricted A pod that cannot be aligned is refused.
topologyManagerPolicy single-numa-node All resources come from one NUMA node, or the pod is refused.
topologyManagerScope container Each container is aligned on its own.
topologyManagerScope pod All containers of a pod are aligned together.
`;
