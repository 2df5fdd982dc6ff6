package controlplane

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// Stop kills one process. That of a kubelet leaves the containers running.
func (c Cluster) Stop(name string) error {
	pid, err := c.pid(name)
	if err != nil {
		return err
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return os.Remove(c.path(name + ".pid"))
}

// StartAgain starts a process that was stopped with the arguments that it had, so that it has the same port and data.
func (c Cluster) StartAgain(name string) error {
	text, err := os.ReadFile(c.path(name + ".args"))
	if err != nil {
		return err
	}
	var args []string
	if err := json.Unmarshal(text, &args); err != nil {
		return err
	}
	return c.start(name, args...)
}

// Down kills every process of the cluster.
func (c Cluster) Down() error {
	files, err := filepath.Glob(c.path("*.pid"))
	if err != nil {
		return err
	}
	var errs []error
	for _, f := range files {
		errs = append(errs, c.Stop(strings.TrimSuffix(filepath.Base(f), ".pid")))
	}
	return errors.Join(errs...)
}

// start runs this program again as one of its components, detached, and remembers its arguments and process id.
func (c Cluster) start(name string, args ...string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	text, err := json.Marshal(args)
	if err != nil {
		return err
	}
	if err := os.WriteFile(c.path(name+".args"), text, 0o600); err != nil {
		return err
	}
	log, err := os.OpenFile(c.path(name+".log"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer log.Close()
	cmd := exec.Command(self, args...)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return err
	}
	pid := strconv.Itoa(cmd.Process.Pid)
	go func() { _ = cmd.Wait() }()
	return os.WriteFile(c.path(name+".pid"), []byte(pid), 0o644)
}

func (c Cluster) pid(name string) (int, error) {
	text, err := os.ReadFile(c.path(name + ".pid"))
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(string(text)))
}

func (c Cluster) running(name string) bool {
	pid, err := c.pid(name)
	return err == nil && syscall.Kill(pid, 0) == nil
}
