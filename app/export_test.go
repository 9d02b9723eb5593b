package app

func init() { waitForProxies = drainDelay }
